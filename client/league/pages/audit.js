// The audit of a game's log in the visitor's own browser. Once it has said its first verdict it
// needs no network.

const button = /** @type {HTMLButtonElement} */ (document.getElementById("audit"));
const verdict = /** @type {HTMLElement} */ (document.getElementById("verdict"));
const here = /** @type {HTMLElement} */ (document.getElementById("here"));

/** @type {Worker | null} */
let worker = null;

function auditor() {
  const started = new Worker(new URL("./auditor.js", import.meta.url), { type: "module" });
  started.onmessage = ({ data }) => {
    verdict.textContent = data.text;
    button.disabled = data.done !== true;
  };
  started.onerror = () => {
    verdict.textContent = "The program could not be loaded. Reload the page to try again.";
  };
  return started;
}

verdict.textContent = "";
here.hidden = false;
button.addEventListener("click", () => {
  button.disabled = true;
  worker ??= auditor();
  worker.postMessage(new URL(String(button.dataset.log), location.href).href);
});
