-- The session of Scripts/editors/clients.py in Neovim: writes a line for each step to $TRANSCRIPT.
local lines = {}
local function say(text) table.insert(lines, text) end

local function wait(what, condition)
  if not vim.wait(20000, condition, 10) then error("timed out: " .. what) end
end

local function client()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
end

local function rules()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    local code = one.code or (one.user_data and one.user_data.lsp and one.user_data.lsp.code)
    table.insert(found, string.format("%s %d:%d", code, one.lnum + 1, one.col + 1))
  end
  table.sort(found)
  return found
end

local function has(rule)
  for _, text in ipairs(rules()) do
    if text:find(rule, 1, true) then return true end
  end
  return false
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000)
  for _, answer in pairs(answers or {}) do
    if answer.error then error(answer.error.message) end
    return answer.result
  end
end

local function position(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column - 1 })
  return vim.lsp.util.make_position_params(0, client().offset_encoding)
end

local function session()
  vim.cmd("edit " .. vim.env.POLICY)
  wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
  say("open: " .. table.concat(rules(), ", "))

  local labels = {}
  for _, item in ipairs(ask("textDocument/completion", position(14, 14)).items) do table.insert(labels, item.label) end
  say("complete a session: " .. table.concat(labels, ", "))

  local hover = ask("textDocument/hover", position(9, 6)).contents.value
  local head = vim.split(hover, "\n")[1]:gsub("[*`]", "")
  say("hover waitsForConnectivity: " .. head)

  local params = position(16, 14)
  params.range = { start = params.position, ["end"] = params.position }
  params.context = { diagnostics = {}, only = { "quickfix" } }
  local action = ask("textDocument/codeAction", params)[1]
  vim.lsp.util.apply_workspace_edit(action.edit, client().offset_encoding)
  wait("the fix", function() return not has("session-upload-not-from-file") end)
  say("fix, " .. action.title .. ": " .. table.concat(rules(), ", "))

  position(7, 4)
  vim.lsp.buf.rename("phöt😀s")
  wait("the new name", function() return vim.api.nvim_buf_get_lines(0, 6, 7, true)[1] ~= "  photos:" end)
  say("rename: " .. table.concat({ vim.api.nvim_buf_get_lines(0, 6, 7, true)[1], vim.api.nvim_buf_get_lines(0, 13, 14, true)[1] }, " | "))

  vim.api.nvim_buf_set_lines(0, -1, -1, true, { "transfers: nothing" })
  wait("a new finding", function() return has("yaml-duplicate-key") end)
  vim.api.nvim_buf_set_lines(0, -2, -1, true, {})
  wait("its end", function() return not has("yaml-duplicate-key") end)
  say("type and undo: " .. table.concat(rules(), ", "))

  local definition = ask("textDocument/definition", position(14, 14))
  local first = definition[1] or definition
  say("definition: line " .. ((first.range or first.targetRange).start.line + 1))
  vim.cmd("write")
  say("save: " .. (vim.bo.modified and "modified" or "written"))
end

local fine, problem = pcall(session)
if not fine then say("failed: " .. tostring(problem)) end
vim.fn.writefile(lines, vim.env.TRANSCRIPT)
for _, one in ipairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do one.stop() end
vim.wait(3000, function() return client() == nil end, 10)
vim.cmd("qall!")
