// A worker for pages that are read from disk, where browsers start none: its script runs in a hidden frame instead. The search of
// Material needs one, and would otherwise load such a script from the network.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "Search";
      // The messages that come before the script has been loaded.
      this.waiting = [];
      document.body.appendChild(frame);
      this.frame = frame.contentWindow;
      const page = frame.contentDocument;
      // In a worker, postMessage sends to the page; in a frame, to the frame itself.
      this.frame.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = page.createElement("script");
      script.src = new URL(address, location.href).href;
      script.onload = () => {
        this.waiting.forEach((data) => this.post(data));
        this.waiting = null;
      };
      page.head.append(script);
    }

    post(data) {
      this.frame.dispatchEvent(new MessageEvent("message", { data }));
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.post(data);
    }

    terminate() {
      this.frame.frameElement.remove();
    }
  };
}
