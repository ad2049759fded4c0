import { Icon } from "./icons";

/** Link to the page from which one comes, above the heading. */
export function BackLink({ to, children }: { to: string; children: string }) {
	return (
		<a className="back" href={to}>
			<Icon name="back" />
			{` ${children}`}
		</a>
	);
}

/** Arrow to the page from which one comes, beside the heading. */
export function BackArrow({ to, label }: { to: string; label: string }) {
	return (
		<a className="btn square" href={to} aria-label={label}>
			<Icon name="back" />
		</a>
	);
}
