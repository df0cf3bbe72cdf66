"""A router that opens ports by UPnP, as small as `miniupnpc` takes it: SSDP, and SOAP over HTTP.

Run as a program it serves until it is killed, and prints a line for each mapping.
"""

import re
import socket
import struct
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

__all__ = ["serve"]

_SSDP = ("239.255.255.250", 1900)
_IGD = "urn:schemas-upnp-org:device:InternetGatewayDevice:1"
_SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"
_DESCRIPTION = f"""<?xml version="1.0"?>
<root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major><minor>0</minor>
</specVersion><device><deviceType>{_IGD}</deviceType><friendlyName>router</friendlyName>
<manufacturer>test</manufacturer><modelName>test</modelName><UDN>uuid:1</UDN><deviceList><device>
<deviceType>urn:schemas-upnp-org:device:WANDevice:1</deviceType><friendlyName>wan</friendlyName>
<manufacturer>test</manufacturer><modelName>test</modelName><UDN>uuid:2</UDN><serviceList><service>
<serviceType>urn:schemas-upnp-org:service:WANCommonInterfaceConfig:1</serviceType>
<serviceId>urn:upnp-org:serviceId:WANCommonIFC1</serviceId><controlURL>/common</controlURL>
<eventSubURL>/event</eventSubURL><SCPDURL>/scpd</SCPDURL></service></serviceList><deviceList><device>
<deviceType>urn:schemas-upnp-org:device:WANConnectionDevice:1</deviceType>
<friendlyName>connection</friendlyName><manufacturer>test</manufacturer><modelName>test</modelName>
<UDN>uuid:3</UDN><serviceList><service><serviceType>{_SERVICE}</serviceType>
<serviceId>urn:upnp-org:serviceId:WANIPConn1</serviceId><controlURL>/control</controlURL>
<eventSubURL>/event</eventSubURL><SCPDURL>/scpd</SCPDURL></service></serviceList></device>
</deviceList></device></deviceList></device></root>"""


def serve(own: str, outside: str) -> None:
    """Be the router at an address of a network, with another one outside; never returns."""

    class Control(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(_DESCRIPTION)

        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
            action = self.headers["SOAPAction"].strip('"').rpartition("#")[2]
            fields = {
                "GetStatusInfo": "<NewConnectionStatus>Connected</NewConnectionStatus>"
                "<NewLastConnectionError>ERROR_NONE</NewLastConnectionError>"
                "<NewUptime>1</NewUptime>",
                "GetExternalIPAddress": f"<NewExternalIPAddress>{outside}</NewExternalIPAddress>",
            }.get(action, "")
            told = dict(re.findall(r"<New(\w+)>([^<]*)</New", asked))
            if action in {"AddPortMapping", "DeletePortMapping"}:
                names = ("ExternalPort", "Protocol", "InternalClient", "LeaseDuration")
                values = [told.get(name, "") for name in names]
                print(action, *values, flush=True)  # noqa: T201 (what tests read)
            self._answer(
                '<?xml version="1.0"?><s:Envelope '
                'xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>'
                f'<u:{action}Response xmlns:u="{_SERVICE}">{fields}</u:{action}Response>'
                "</s:Body></s:Envelope>"
            )

        def _answer(self, text: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/xml")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer((own, 0), Control)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    search = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    search.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    search.bind(_SSDP)
    group = struct.pack("4s4s", socket.inet_aton(_SSDP[0]), socket.inet_aton(own))
    search.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    print("ready", flush=True)  # noqa: T201 (what tests wait for)
    while True:
        asked, whence = search.recvfrom(2000)
        if b"M-SEARCH" in asked and _IGD.encode() in asked:
            answer = (
                "HTTP/1.1 200 OK\r\nCACHE-CONTROL: max-age=120\r\n"
                f"LOCATION: http://{own}:{server.server_port}/root.xml\r\n"
                f"ST: {_IGD}\r\nUSN: uuid:1::{_IGD}\r\nEXT:\r\nSERVER: test UPnP/1.0\r\n\r\n"
            )
            search.sendto(answer.encode(), whence)


if __name__ == "__main__":
    serve(*sys.argv[1:])
