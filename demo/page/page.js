/** The order desk: everything happens in the page, nothing leaves it. */
const byId = (id) => document.getElementById(id);

const recent = byId("recent");
for (let number = 1024; number > 1004; number -= 1) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `#order-${number}`;
  link.textContent = `Order ${number}`;
  item.append(link);
  recent.append(item);
}

byId("order-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const data = new FormData(event.target);
  const gift = data.get("gift") ? ", wrapped as a gift" : "";
  byId("notice").textContent =
    `Thank you, ${data.get("name")}: the order ships to ${data.get("country")}${gift}. ` +
    `We write to ${data.get("email")}.`;
});

const basket = new Map();
for (const button of document.querySelectorAll("table button")) {
  button.addEventListener("click", () => {
    const article = button.closest("tr").cells[0].textContent;
    basket.set(article, (basket.get(article) ?? 0) + 1);
    byId("basket").textContent = [...basket].map(([name, count]) => `${count} × ${name}`).join(", ");
  });
}

byId("forget").addEventListener("click", () => {
  if (!confirm(`Forget all ${recent.children.length} recent orders?`)) return;
  recent.replaceChildren();
  byId("notice").textContent = "Recent orders are forgotten.";
});

/** A widget behind a shadow root, as component libraries build them. */
customElements.define(
  "quantity-stepper",
  class extends HTMLElement {
    #count = 0;

    connectedCallback() {
      const root = this.attachShadow({ mode: "open" });
      root.innerHTML = `<style>div { display: flex; gap: .8rem; align-items: center; }</style>
        <div role="group"><span></span><button type="button" aria-label="Fewer">−</button>
        <output></output><button type="button" aria-label="More">+</button></div>`;
      const label = this.getAttribute("label");
      root.querySelector("div").setAttribute("aria-label", label);
      root.querySelector("span").textContent = label;
      const show = () => root.querySelector("output").textContent = String(this.#count);
      const [fewer, more] = root.querySelectorAll("button");
      fewer.addEventListener("click", () => {
        this.#count = Math.max(0, this.#count - 1);
        show();
      });
      more.addEventListener("click", () => {
        this.#count += 1;
        show();
      });
      show();
    }
  },
);
