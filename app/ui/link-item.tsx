import type { ReactNode } from "react";
import { Icon } from "./icons";

interface LinkItemProps {
	href: string;
	icon?: "right" | "download";
	children: ReactNode;
}

/** A link in a list of links. */
export function LinkItem({ href, icon = "right", children }: LinkItemProps) {
	return (
		<li>
			<a href={href}>
				{children}
				<Icon name={icon} />
			</a>
		</li>
	);
}
