/** Targets that do not stand still. */
import type { Click } from "./clicks.ts";

const SAVE = 'button "Save"';

export const MOVING: readonly Click[] = [
  {
    title: "a button that an animation brings into place is clicked there",
    body:
      `<style>@keyframes in{from{transform:translateX(600px)}to{transform:none}}</style><button id=t>Save</button>
      <script>held("go", () => { t.style.animation = "in 250ms"; });</script>`,
    before: "go",
    target: SAVE,
    hits: "t",
  },
  {
    title: "a button in a transition is clicked where it stops",
    body: `<button id=t style="position:relative;left:0;transition:left 250ms">Save</button>
      <script>held("go", () => { t.style.left = "500px"; });</script>`,
    before: "go",
    target: SAVE,
    hits: "t",
  },
  {
    title: "a button moved by a script for a while is clicked where it stops",
    body: `<button id=t style="position:relative;left:0">Save</button><script>held("go", () => {
      const end = performance.now() + 200; const step = () => { const rest = Math.max(0, end - performance.now()); t.style.left = (400 - rest * 2) + "px"; if (rest > 0) requestAnimationFrame(step); }; step(); });</script>`,
    before: "go",
    target: SAVE,
    hits: "t",
  },
  {
    title: "a button in an endless linear animation is clicked or said to move",
    body: `<style>@keyframes run{from{left:0}to{left:600px}}</style>
      <button id=t style="position:relative;animation:run 1s linear infinite">Save</button>`,
    target: SAVE,
    hits: "t",
    refused: "targetUnstable",
    says: /moving|moved/,
  },
  {
    title: "a button in an endless linear animation of the compositor is clicked or said to move",
    body: `<style>@keyframes run{from{transform:none}to{transform:translateX(600px)}}</style>
      <button id=t style="animation:run 1s linear infinite">Save</button>`,
    target: SAVE,
    hits: "t",
    refused: "targetUnstable",
    says: /moving|moved/,
  },
  {
    title: "a small button in a fast endless animation is said to move",
    body: `<style>@keyframes run{from{transform:none}to{transform:translate(900px,500px)}}</style>
      <button id=t style="width:40px;height:16px;animation:run 400ms linear infinite">Save</button>`,
    target: SAVE,
    refused: "targetUnstable",
    says: /moving/,
  },
  {
    title: "a button that runs under a cover now and then is said to move",
    body: `<style>@keyframes run{from{transform:none}to{transform:translateX(600px)}}</style>
      <div id=cover style="position:absolute;left:200px;top:0;width:200px;height:100px;background:red;z-index:2"></div>
      <button id=t style="width:30px;height:16px;padding:0;animation:run 700ms linear infinite">Save</button>`,
    target: SAVE,
    refused: "targetUnstable",
    says: /moving/,
  },
  {
    title: "a button that runs out of the view now and then is said to move",
    body:
      `<style>body{overflow:hidden}@keyframes run{from{transform:translateX(-600px)}to{transform:translateX(2500px)}}</style>
      <button id=t style="width:30px;height:16px;padding:0;animation:run 700ms linear infinite">Save</button>`,
    target: { css: "#t" },
    unlisted: true,
    refused: "targetUnstable",
    says: /moving/,
  },
  {
    title: "a button moved by a script for ever is clicked or said to move",
    body: `<button id=t style="position:relative">Save</button><script>
      let n = 0; const step = () => { n = (n + 13) % 500; t.style.left = n + "px"; requestAnimationFrame(step); }; step();</script>`,
    target: SAVE,
    hits: "t",
    refused: "targetUnstable",
    says: /moving|moved/,
  },
  {
    title: "a link in an endless marquee is clicked or said to move",
    body:
      `<style>@keyframes run{from{transform:translateX(100vw)}to{transform:translateX(-100%)}}</style>
      <div style="overflow:hidden;white-space:nowrap"><div style="display:inline-block;animation:run 3s linear infinite">News: <a id=t href="#n">Storm</a></div></div>`,
    target: { css: "#t" },
    unlisted: true,
    hits: "t",
    refused: "targetUnstable",
    says: /moving|moved/,
  },
  {
    title: "a button in a frame that moves for ever is said to move",
    body: `<style>@keyframes run{from{transform:none}to{transform:translateX(600px)}}</style>
      <iframe title=F src="OTHER/in" style="animation:run 900ms linear infinite"></iframe>`,
    frames: { in: "<button id=t>Save</button>" },
    target: SAVE,
    refused: "targetUnstable",
    says: /moving/,
  },
  {
    title: "a button that pulses for ever is clicked",
    body: `<style>@keyframes pulse{50%{transform:scale(1.1)}}</style>
      <button id=t style="width:400px;height:200px;animation:pulse 600ms infinite">Save</button>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a button whose colour is animated for ever is clicked",
    body:
      `<style>@keyframes glow{50%{background:red;opacity:.5}}</style><button id=t style="animation:glow 500ms infinite">Save</button>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a button with a spinning icon is clicked",
    body: `<style>@keyframes spin{to{transform:rotate(360deg)}}</style>
      <button id=t><span style="display:inline-block;animation:spin 500ms linear infinite">*</span> Save</button>`,
    target: { css: "#t" },
    hits: "t",
  },
  {
    title: "a button that jumps away from the pointer is not pressed elsewhere",
    body:
      `<button id=t style="position:absolute;left:20px;top:20px">Save</button><button id=other style="position:absolute;left:300px;top:20px">Other</button><script>
      t.addEventListener("mouseover", () => { t.style.left = "300px"; other.style.left = "20px"; });</script>`,
    target: SAVE,
    refused: "targetUnstable",
    says: /moved away.*button "Other"/,
  },
  {
    title: "a button that lifts a little on hover is clicked",
    body:
      `<style>#t:hover{transform:translateY(-4px)}#t{transition:transform 100ms;height:40px}</style><button id=t>Save</button>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a button that grows on hover is clicked",
    body: `<style>#t:hover{padding:30px}</style><button id=t>Save</button>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a button pushed down by a banner between snapshot and click is clicked",
    body: `<div id=top></div><button id=t>Save</button><button id=o>Other</button><script>
      held("push", () => { top.document.getElementById("top").style.height = "120px"; });</script>`,
    before: "push",
    target: SAVE,
    hits: "t",
  },
  {
    title: "a list that grows above the target for ever does not take the click",
    body: `<ul id=list></ul><button id=t>Save</button><script>
      setInterval(() => { list.append(Object.assign(document.createElement("li"), {textContent: "x"})); if (list.children.length > 30) list.replaceChildren(); }, 20);</script>`,
    target: SAVE,
    refused: "targetUnstable",
    says: /moving|moved/,
  },
];
