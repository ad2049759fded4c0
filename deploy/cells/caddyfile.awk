# Reads the Caddyfile of a single installation and prints it with the block of its site repeated for each plant. The
# variable PLANTS has a line "name host …" for each plant (one installation of Relevo).
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
