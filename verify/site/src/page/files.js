// Table files that are brought in, by the button or dropped anywhere on the page; only where a worker answers.

import { counted } from './board.js';
import { addFile } from './ask.js';

const byId = (id) => document.getElementById(id);

/** Takes files in one after the other and tells what was refused; `done` is called when some were sound. */
async function take(files, done) {
  const state = byId('file-state'), faults = byId('file-faults');
  faults.replaceChildren();
  let sound = 0;
  for (const [index, file] of files.entries()) {
    state.textContent = `Comparing ${file.name} with its checksum: ${index + 1} of ${files.length}.`;
    const reply = await addFile(file);
    if (reply.ok) { sound++; continue; }
    const item = document.createElement('li');
    item.className = 'fault';
    item.textContent = reply.text.trim();
    faults.append(item);
  }
  const refused = files.length - sound;
  state.textContent = `${counted(sound, 'file')} added${refused ? `, ${refused} refused` : ''}. They are needed again when the page is loaded again.`;
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
