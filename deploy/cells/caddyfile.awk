# Prints the Caddyfile of a single plant with its site once for each of PLANTS, lines of "name host …".
/^\{\$APP_URL\}/ { in_site = 1 }
!in_site { print; next }
{ site = site $0 "\n" }
/^}/ {
	in_site = 0
	count = split(ENVIRON["PLANTS"], plants, "\n")
	for (at = 1; at <= count; at++) {
		if (split(plants[at], plant, " ") == 0) continue
		own = site
		sub(/\{\$APP_URL\}/, "https://" plant[2], own)
		sub(/relevo:3000/, "relevo-" plant[1] ":3000", own)
		printf "%s%s", between, own
		between = "\n"
	}
}
