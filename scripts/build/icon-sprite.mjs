/** `npm run icons`: writes the sprite app/ui/icons.svg from the names in app/ui/icons.json. */
import { readFileSync, writeFileSync } from "node:fs";

/** An SVG sprite with one `<symbol>` per icon. */
export function iconSprite() {
	const names = Object.entries(readJson("app/ui/icons.json"));
	const symbols = names.map(([id, icon]) => {
		const [set, name] = icon.split(":");
		const drawing = readJson(`node_modules/@iconify-json/${set}/icons.json`).icons[name];
		if (!drawing) throw new Error(`app/ui/icons.json: @iconify-json/${set} has no icon "${name}"`);
		return `\t<symbol id="${id}" viewBox="0 0 24 24">${drawing.body}</symbol>`;
	});
	const sets = new Set(names.map(([, icon]) => icon.split(":")[0]));
	const licences = Array.from(sets, (set) => {
		const { name, author, license } = readJson(`node_modules/@iconify-json/${set}/info.json`);
		return `\t<!-- ${name} by ${author.name}, ${license.title}: ${license.url} -->`;
	});
	return [
		'<svg xmlns="http://www.w3.org/2000/svg">',
		"\t<title>Dibujos de Relevo</title>",
		"\t<!-- Written by `npm run icons` from icons.json. -->",
		...licences,
		...symbols,
		"</svg>\n",
	].join("\n");
}

/** @param {string} path */
function readJson(path) {
	return JSON.parse(readFileSync(path, "utf8"));
}

if (process.argv[1] === import.meta.filename) writeFileSync("app/ui/icons.svg", iconSprite());
