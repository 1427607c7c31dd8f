// The connection to the board: what is pressed goes out, pictures and news come in. Connects again by itself.

const RETRY_MS = 1000;

export class Link {
  /** `onPicture(bytes)`, `onNews(object)` and `onLine(connected)` are called as they happen. */
  constructor({ onPicture, onNews, onLine }) {
    this.handlers = { onPicture, onNews, onLine };
    this.asked = 0;
    this.waiting = new Map();
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/board`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.handlers.onLine(true);
      // A question that went with the old connection is asked again.
      if (this.waiting.size) this.send({ ask: this.asked });
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.news(JSON.parse(data));
      else this.handlers.onPicture(new Uint8Array(data));
    };
    socket.onclose = () => {
      this.handlers.onLine(false);
      setTimeout(() => this.connect(), RETRY_MS);
    };
    this.socket = socket;
  }

  news({ answer, ...changes }) {
    this.handlers.onNews(changes);
    // The board answers the newest question, and with it all before it.
    for (const [number, resolve] of this.waiting) {
      if (number > answer) break;
      this.waiting.delete(number);
      resolve();
    }
  }

  /** Resolves when everything that the board had shown by now has arrived. */
  settled() {
    const number = ++this.asked;
    this.send({ ask: number });
    return new Promise((resolve) => this.waiting.set(number, resolve));
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
