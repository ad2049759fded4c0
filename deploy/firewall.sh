#!/bin/sh
# Lets Relevo reach mail servers, https (Google, push services) and DNS, and nothing else: Docker cannot say where a
# container may connect to. Runs after each start of Docker: systemctl edit docker, with
#   [Service]
#   ExecStartPost=/opt/relevo/deploy/firewall.sh
# For many plants the argument is "rv-+", their bridges.
set -eu
bridge=${1:-relevo-out}

# Puts a rule above those that are there, unless it is there already.
rule() { iptables -C DOCKER-USER -i "$bridge" "$@" 2> /dev/null || iptables -I DOCKER-USER -i "$bridge" "$@"; }

rule -j DROP
rule -p tcp -m multiport --dports 53,443,465,587 -j RETURN
rule -p udp --dport 53 -j RETURN
# Addresses of the provider's own services, such as its metadata.
rule -d 169.254.0.0/16 -j DROP
