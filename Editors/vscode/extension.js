// Starts `bgpolicy language-server` for policies. There is no build step: `npm install` fetches the one dependency.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function activate(context) {
  const command = vscode.workspace.getConfiguration("bgpolicy").get("path", "bgpolicy");
  const executable = { command, args: ["language-server"] };
  client = new LanguageClient("bgpolicy", "bgpolicy", { run: executable, debug: executable }, {
    documentSelector: [
      { scheme: "file", pattern: "**/{bgpolicy,*.bgpolicy}.{yaml,yml}" },
      { scheme: "file", pattern: "**/*.{plist,entitlements}" },
    ],
    synchronize: { configurationSection: "bgpolicy" },
  });
  for (const name of ["compile", "estimate", "gate"]) {
    context.subscriptions.push(
      vscode.commands.registerCommand(`bgpolicy.${name}Policy`, () => {
        const uri = vscode.window.activeTextEditor?.document.uri.toString();
        return uri && vscode.commands.executeCommand(`bgpolicy.${name}`, uri);
      }));
  }
  await client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
