// Creates HTML elements and links.

/** An element with a text and attributes. */
export function element(name, content, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = content;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The URL of the page with a position. */
export const link = (fen) => `?fen=${encodeURIComponent(fen.replaceAll(' ', '_'))}`;
