#!/bin/sh
# /usr/local/bin/pbmhearts: root's way to run it as the server's user, with the server's configuration.
exec runuser -u pbmhearts -- env PBMHEARTS_CONFIG=/etc/pbmhearts/mhearts.ini /opt/pbmhearts/bin/pbmhearts "$@"
