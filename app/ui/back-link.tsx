import type { ComponentProps } from "react";
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

interface ArrowLinkProps {
	to: string;
	label: string;
	icon?: ComponentProps<typeof Icon>["name"];
}

/** Arrow beside a heading, by default to the page from which one comes. */
export function ArrowLink({ to, label, icon = "back" }: ArrowLinkProps) {
	return (
		<a className="btn square" href={to} aria-label={label}>
			<Icon name={icon} />
		</a>
	);
}
