// Adds table files, by button or dropped on the page; only if a worker answers.

import { counted } from './board.js';
import { addFile } from './ask.js';

const byId = (id) => document.getElementById(id);

/** Adds files one by one and lists those refused; calls `done` if any were accepted. */
async function take(files, done) {
  const state = byId('file-state'), faults = byId('file-faults');
  faults.replaceChildren();
  let sound = 0;
  for (const [index, file] of files.entries()) {
    state.textContent = `Verifying the checksum of ${file.name}: ${index + 1} of ${files.length}.`;
    const reply = await addFile(file);
    if (reply.ok) { sound++; continue; }
    const item = document.createElement('li');
    item.className = 'fault';
    item.textContent = reply.text.trim();
    faults.append(item);
  }
  const refused = files.length - sound;
  state.textContent = `${counted(sound, 'file')} added${refused ? `, ${refused} refused` : ''}. Add them again after reloading the page.`;
  if (sound) done();
}

export function setUpFiles(done) {
  const picker = byId('file-picker');
  if (!picker) return;
  picker.addEventListener('change', async () => {
    await take([...picker.files], done);
    picker.value = '';
  });
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  addEventListener('dragover', (event) => { if (hasFiles(event)) event.preventDefault(); });
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    byId('tables').scrollIntoView();
    take([...event.dataTransfer.files], done);
  });
}
