import drawings from "./icons.svg";

type IconName =
	| "menu"
	| "check"
	| "info"
	| "alert"
	| "up"
	| "down"
	| "left"
	| "right"
	| "back"
	| "zoom"
	| "search"
	| "close"
	| "plus"
	| "eye"
	| "pencil"
	| "trash"
	| "calendar"
	| "shield"
	| "printer"
	| "download"
	| "dots"
	| "share"
	| "world";

/**
 * A drawing beside a word, or inside a control that has a name: never the only carrier of a meaning. All of them are in one
 * file, which a browser keeps for ever, so that neither a page nor its script carries them.
 */
export function Icon({ name }: { name: IconName }) {
	return (
		<svg className="icon" width="24" height="24" aria-hidden="true">
			<use href={`${drawings}#${name}`} />
		</svg>
	);
}

/** The mark of a network or of a phone's maker; "web" has none and shows a globe. */
export function BrandMark({ name }: { name: "x" | "instagram" | "facebook" | "android" | "apple" | "web" }) {
	if (name === "web") return <Icon name="world" />;
	return (
		<svg className="icon mark" width="24" height="24" aria-hidden="true">
			<use href={`${drawings}#${name}`} />
		</svg>
	);
}

/** Relevo's own mark: a clock that is half day and half night. */
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
