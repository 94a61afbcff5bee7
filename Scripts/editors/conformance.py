"""Drives `bgpolicy language-server` with the client of pygls: every answer has to be of the type that the protocol states."""

import asyncio
import pathlib
import sys
import time

from lsprotocol import types
from pygls.lsp.client import LanguageClient


class Client(LanguageClient):
    def __init__(self):
        super().__init__("bgpolicy-conformance", "1")
        self.published = {}
        self.arrival = asyncio.Condition()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        async def publish(params: types.PublishDiagnosticsParams):
            async with self.arrival:
                self.published[params.uri] = params
                self.arrival.notify_all()

    async def diagnostics(self, uri, version):
        async with self.arrival:
            await asyncio.wait_for(
                self.arrival.wait_for(lambda: uri in self.published and self.published[uri].version == version), 20)
        return self.published[uri].diagnostics


CAPABILITIES = types.ClientCapabilities(
    general=types.GeneralClientCapabilities(position_encodings=["utf-16", "utf-8"]),
    text_document=types.TextDocumentClientCapabilities(
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True, version_support=True),
        document_symbol=types.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True),
        code_action=types.CodeActionClientCapabilities(
            code_action_literal_support=types.ClientCodeActionLiteralOptions(
                code_action_kind=types.ClientCodeActionKindOptions(value_set=["quickfix"])))),
    workspace=types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True)))


async def session(tool, policy):
    client = Client()
    await client.start_io(tool, "language-server")
    result = await client.initialize_async(
        types.InitializeParams(capabilities=CAPABILITIES, process_id=None, root_uri=None,
                               initialization_options={"estimate": {"runs": 20}}))
    assert result.capabilities.position_encoding == "utf-8", result.capabilities.position_encoding
    assert result.capabilities.text_document_sync.change == types.TextDocumentSyncKind.Incremental
    client.initialized(types.InitializedParams())
    uri, text = policy.as_uri(), policy.read_text()
    document = types.TextDocumentIdentifier(uri=uri)
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        types.TextDocumentItem(uri=uri, language_id="yaml", version=1, text=text)))
    found = await client.diagnostics(uri, 1)
    assert [one.code for one in found] == [
        "bg-mode-fetch-unused", "session-waits-for-connectivity-noop", "session-request-timeout-misread",
        "session-upload-not-from-file", "task-chained-in-background"], found
    assert all(one.code_description and one.source == "bgpolicy" for one in found)
    assert types.DiagnosticTag.Unnecessary in found[0].tags, found[0]

    def at(line, character):
        return {"text_document": document, "position": types.Position(line, character)}

    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    hover = await client.text_document_hover_async(types.HoverParams(**at(8, 8)))
    assert "waitsForConnectivity" in hover.contents.value
    completion = await client.text_document_completion_async(types.CompletionParams(**at(13, 13)))
    assert [item.label for item in completion.items] == ["photos"]
    definition = await client.text_document_definition_async(types.DefinitionParams(**at(13, 13)))
    assert definition[0].range.start == types.Position(6, 2), definition
    references = await client.text_document_references_async(
        types.ReferenceParams(context=types.ReferenceContext(include_declaration=True), **at(13, 13)))
    assert len(references) == 2
    assert len(await client.text_document_document_highlight_async(types.DocumentHighlightParams(**at(13, 13)))) == 2
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(**at(13, 13)))
    assert prepared.placeholder == "photos"
    edit = await client.text_document_rename_async(types.RenameParams(new_name="pictures", **at(13, 13)))
    assert len(edit.document_changes[0].edits) == 2, edit
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert [one.name for one in symbols][:2] == ["schema", "app"]
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    selections = await client.text_document_selection_range_async(
        types.SelectionRangeParams(document, [types.Position(8, 8), types.Position(13, 13)]))
    assert len(selections) == 2 and selections[0].parent
    assert not await client.text_document_document_link_async(types.DocumentLinkParams(document))
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document, whole, types.CodeActionContext(found)))
    assert any(action.title == "Set source to file (unsafe)" for action in actions)
    assert all(action.kind in ("quickfix", "source.fixAll.bgpolicy") for action in actions)
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
    assert hints[0].label.startswith("p95 "), hints
    report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
    assert [one.code for one in report.items] == [one.code for one in found]

    client.text_document_did_change(types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(version=2, uri=uri),
        [types.TextDocumentContentChangePartial(
            text="ö", range=types.Range(types.Position(0, 0), types.Position(0, 0))),
         types.TextDocumentContentChangePartial(
             text="", range=types.Range(types.Position(0, 0), types.Position(0, 2)))]))
    again = await client.diagnostics(uri, 2)
    assert again == found
    client.text_document_did_close(types.DidCloseTextDocumentParams(document))
    assert not await client.diagnostics(uri, None)
    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.wait_for(client._server.wait(), 10)
    assert client._server.returncode == 0, client._server.returncode
    await client.stop()


if __name__ == "__main__":
    began = time.monotonic()
    asyncio.run(session(sys.argv[1], pathlib.Path("Documentation/first-try.bgpolicy.yaml").resolve()))
    print("pygls: a session through 15 kinds of requests, each answer of its type", file=sys.stdout)
