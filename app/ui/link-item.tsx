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
