import { visit } from '../second/kind.ts';
import { BROWSERS } from './agents.ts';

/** Servers that scanners look for, at home, with their own clients. */
export const SERVER_VISITS = [
  visit(
    'Elasticsearch and CouchDB, by their own programs',
    {
      on: ['es.backbone.internal:9200'],
      agents: [
        'elasticsearch-py/8.17.0 (Python/3.12.7; elastic-transport/8.15.1)',
        'Filebeat/8.17.0 (linux; amd64; 1b2c3d4; 2024-12-11 10:05:55 +0000 UTC)',
      ],
      from: 'private',
      pace: 0.3,
    },
    `
    GET /
    HEAD /logs-{year}.{month} 404
    POST /logs-{year}.{month}/_search
    GET /_cat/indices?v&s=index
    GET /_cluster/health
    GET /_nodes/_all/http
    GET /_nodes/stats
    POST /_bulk
    PUT /_index_template/logs
    GET /_xpack
    GET /_all_dbs
    GET /orders/_changes?feed=longpoll&since={n}
    `,
  ),
  visit(
    'Solr, by its own programs',
    {
      on: ['solr.backbone.internal:8983'],
      agents: ['Solr[org.apache.solr.client.solrj.impl.Http2SolrClient] 9.7', 'Java/17.0.12'],
      from: 'private',
      pace: 0.3,
    },
    `
    GET /solr/admin/info/system?wt=json
    GET /solr/admin/cores?action=STATUS&wt=json
    GET /solr/catalog/select?q=*:*&fq=price:[10%20TO%2050]&rows={n}&wt=json
    POST /solr/catalog/update?commitWithin=1000&wt=javabin&version=2
    GET /solr/
    `,
  ),
  visit(
    'a registry of images',
    {
      on: ['registry.werft-nord.example'],
      agents: [
        'docker/27.4.1 go/go1.22.10 git-commit/c710b88 kernel/6.1.0 os/linux arch/amd64 UpstreamClient(Docker-Client/27.4.1)',
        'containerd/1.7.24',
      ],
      pace: 0.4,
    },
    `
    GET /v2/ 401
    GET /token?account={word}&scope=repository%3A{word}%2Fapi%3Apull&service=registry
    HEAD /v2/{word}/api/manifests/latest
    GET /v2/{word}/api/manifests/sha256:{hex}{hex}{hex}{hex}
    HEAD /v2/{word}/api/blobs/sha256:{hex}{hex}{hex}{hex} 404
    POST /v2/{word}/api/blobs/uploads/ 202
    GET /v2/_catalog?n=100
    GET /v2/{word}/api/tags/list
    `,
  ),
  visit(
    'Docker, by its own client',
    {
      on: ['docker.backbone.internal:2375'],
      agents: ['Docker-Client/27.4.1 (linux)', 'Go-http-client/1.1'],
      from: 'private',
      pace: 0.4,
    },
    `
    HEAD /_ping
    GET /v1.47/containers/json?all=1
    POST /v1.47/containers/create?name={word}
    POST /v1.47/containers/{hex}/exec 201
    GET /v1.47/images/json
    GET /version
    `,
  ),
  visit(
    'a cluster, by its own client',
    {
      on: ['k8s.backbone.internal:6443'],
      agents: ['kubectl/v1.31.4 (linux/amd64) kubernetes/a78aa47', 'Helm/3.16.4'],
      from: 'private',
      pace: 0.4,
    },
    `
    GET /version
    GET /api/v1/namespaces/default/pods?limit=500
    GET /api/v1/namespaces/kube-system/secrets?limit=500 403
    GET /apis/apps/v1/namespaces/default/deployments/{word}
    GET /openapi/v3?timeout=32s
    GET /api/v1/namespaces/default/pods/{word}-{hex}/log?container=app
    GET /healthz
    `,
  ),
  visit(
    'models at home, and those who ask them',
    {
      on: ['ollama.backbone.internal:11434', 'llm.saatgut.example'],
      agents: [
        'ollama-python/0.4.7 (x86_64 linux) Python/3.12.3',
        'OpenAI/Python 1.59.7',
        'open-webui/0.5.4',
        'node-fetch',
      ],
      pace: 2,
      clients: 8,
      picks: 8,
    },
    `
    GET /api/tags
    GET /api/version
    GET /api/ps
    POST /api/chat
    POST /api/generate
    POST /api/show
    POST /api/embed
    GET /v1/models
    POST /v1/chat/completions
    POST /v1/embeddings
    POST /v1/responses 404
    POST /mcp
    GET /mcp 405
    DELETE /mcp
    GET /sse
    POST /messages?sessionId={uuid} 202
    GET /.well-known/oauth-protected-resource 404
    GET /.well-known/oauth-authorization-server/mcp 404
    GET /.well-known/openid-configuration 404
    POST /register 404
    GET /health
    GET /metrics
    `,
  ),
  visit(
    'boxes in the own network',
    {
      on: ['192.168.178.1', 'nas.fritz.box:5000', 'openwrt.lan:80', 'kamera.lan:80'],
      agents: BROWSERS,
      from: 'private',
      pace: 2,
      clients: 12,
      picks: 6,
    },
    `
    GET /cgi-bin/luci/
    POST /cgi-bin/luci/ 302
    GET /cgi-bin/luci/admin/status/overview?status=1&_={n}
    POST /ubus/
    GET /login.lua
    GET /data.lua?sid={hex}&page=overview
    POST /webapi/entry.cgi?api=SYNO.Core.System&method=info&version=3
    GET /webapi/query.cgi?api=SYNO.API.Info&version=1&method=query&query=all
    GET /webman/3rdparty/{word}/images/icon_64.png
    GET /cgi-bin/snapshot.cgi?channel=1
    GET /ISAPI/Streaming/channels/101/picture
    GET /ISAPI/Security/userCheck
    GET /doc/page/login.asp?_{n}
    GET /cgi-bin/authLogin.cgi?sid={hex}
    GET /api2/json/nodes/pve/qemu/{n}/status/current
    GET /HNAP1/
    GET /hp/device/this.LCDispatcher?nav=hp.Config
    GET /DevMgmt/ProductConfigDyn.xml
    GET /rootDesc.xml
    GET /setup.cgi?next_file=basic.htm
    `,
  ),
  visit(
    'gateways of VPN, by their own programs',
    {
      on: ['vpn.kanzlei-brandt.example', 'zugang.stadtwerke-morbach.example'],
      agents: [
        'PAN GlobalProtect/6.2.4-652 (Microsoft Windows 11 Pro , 64-bit)',
        'AnyConnect Windows 5.1.6.103',
        'Mozilla/5.0 SV1',
        BROWSERS[3] as string,
      ],
      pace: 2,
      clients: 12,
      picks: 4,
    },
    `
    POST /global-protect/prelogin.esp?tmp=tmp&clientVer=4100&clientos=Windows
    POST /global-protect/getconfig.esp
    POST /ssl-vpn/hipreportcheck.esp
    GET /remote/login?lang=en
    POST /remote/logincheck
    GET /remote/fortisslvpn_xml?dual_stack=1
    GET /+CSCOE+/logon.html
    POST /+webvpn+/index.html
    GET /CACHE/stc/profiles/{word}.xml
    GET /dana-na/auth/url_default/welcome.cgi
    POST /dana-na/auth/url_default/login.cgi 302
    GET /vpn/index.html
    POST /nf/auth/doAuthentication.do
    GET /logon/LogonPoint/tmindex.html
    GET /RDWeb/Pages/en-US/login.aspx?ReturnUrl=/RDWeb/Pages/en-US/Default.aspx
    `,
  ),
] as const;
