-- Background policies of iOS apps: starts `bgpolicy language-server` for them. For Neovim 0.7 and later.
local function start(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  local config = {
    name = "bgpolicy",
    cmd = vim.g.bgpolicy_command or { "bgpolicy", "language-server" },
    root_dir = vim.fn.fnamemodify(name, ":p:h"),
    settings = { bgpolicy = vim.g.bgpolicy_settings or vim.empty_dict() },
    init_options = { bgpolicy = vim.g.bgpolicy_settings or vim.empty_dict() },
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  -- Before Neovim 0.8, the one client is shared here.
  if not vim.g.bgpolicy_client or not vim.lsp.get_client_by_id(vim.g.bgpolicy_client) then
    vim.g.bgpolicy_client = vim.lsp.start_client(config)
  end
  vim.lsp.buf_attach_client(buffer, vim.g.bgpolicy_client)
end

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  pattern = { "bgpolicy.yaml", "bgpolicy.yml", "*.bgpolicy.yaml", "*.bgpolicy.yml" },
  callback = function(event) start(event.buf) end,
})
