import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icons";

type IconName = ComponentProps<typeof Icon>["name"];

interface LinkItemProps {
	href: string;
	sign?: IconName;
	icon?: IconName;
	note?: string;
	children: ReactNode;
}

/** A row of a list of links: where it leads, its text, its sign, and a note below the text. */
export type LinkRow = readonly [href: string, text: string, sign?: IconName, note?: string];

/** Rows that say nothing but a text. */
export function LinkItems({ rows }: { rows: readonly LinkRow[] }) {
	return rows.map(([href, text, sign, note]) => (
		<LinkItem key={href} href={href} sign={sign} note={note}>
			{text}
		</LinkItem>
	));
}

/** A row that opens a page, in a list of links. */
export function LinkItem({ href, sign, icon = "right", note, children }: LinkItemProps) {
	return (
		<li>
			<a href={href}>
				{sign && <Icon name={sign} />}
				<span>
					{children}
					{note && <small>{note}</small>}
				</span>
				<Icon name={icon} />
			</a>
		</li>
	);
}
