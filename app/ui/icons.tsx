import type names from "./icons.json";
import sprite from "./icons.svg";

/** A decorative icon. To add one, add a line to icons.json and run `npm run icons`. */
export function Icon({ name }: { name: keyof typeof names }) {
	return (
		<svg className="icon" width="24" height="24" aria-hidden="true">
			<use href={`${sprite}#${name}`} />
		</svg>
	);
}

/** A clock that is half day and half night. */
export function Logo() {
	return (
		<svg width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
			<circle cx="15" cy="15" r="13" fill="#1b232c" />
			<path d="M15 2a13 13 0 0 1 0 26z" fill="#ffc20e" />
			<circle cx="15" cy="15" r="12" fill="none" stroke="#ffc20e" strokeWidth="2.5" />
			<path d="M15 8v7h-5" fill="none" stroke="#ffc20e" strokeWidth="2.5" />
			<path d="M15 8v7l5 4" fill="none" stroke="#1b232c" strokeWidth="2.5" />
		</svg>
	);
}
