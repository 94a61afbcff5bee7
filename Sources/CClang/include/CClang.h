// The part of libclang's C interface that the reader of Objective-C uses: its lexer.
//
// Toolchains have the library, but not its headers. Its functions and types keep their form from version to version, as
// clang-c/Index.h promises ("libclang provides a stable C interface"), so they are declared here once more.
#ifndef CCLANG_H
#define CCLANG_H

typedef void *CXIndex;
typedef struct CXTranslationUnitImpl *CXTranslationUnit;
typedef void *CXFile;

struct CXUnsavedFile {
  const char *Filename;
  const char *Contents;
  unsigned long Length;
};

typedef struct {
  const void *ptr_data[2];
  unsigned int_data;
} CXSourceLocation;

typedef struct {
  const void *ptr_data[2];
  unsigned begin_int_data;
  unsigned end_int_data;
} CXSourceRange;

typedef struct {
  unsigned int_data[4];
  void *ptr_data;
} CXToken;

enum CXTokenKind {
  CXToken_Punctuation,
  CXToken_Keyword,
  CXToken_Identifier,
  CXToken_Literal,
  CXToken_Comment
};

enum CXErrorCode { CXError_Success = 0 };

enum CXTranslationUnit_Flags { CXTranslationUnit_SingleFileParse = 0x400 };

CXIndex clang_createIndex(int excludeDeclarationsFromPCH, int displayDiagnostics);
void clang_disposeIndex(CXIndex index);

enum CXErrorCode clang_parseTranslationUnit2(
    CXIndex index, const char *source_filename, const char *const *command_line_args,
    int num_command_line_args, struct CXUnsavedFile *unsaved_files, unsigned num_unsaved_files,
    unsigned options, CXTranslationUnit *out_TU);
void clang_disposeTranslationUnit(CXTranslationUnit unit);

CXFile clang_getFile(CXTranslationUnit unit, const char *file_name);
CXSourceLocation clang_getLocationForOffset(CXTranslationUnit unit, CXFile file, unsigned offset);
CXSourceRange clang_getRange(CXSourceLocation begin, CXSourceLocation end);
CXSourceLocation clang_getRangeStart(CXSourceRange range);
CXSourceLocation clang_getRangeEnd(CXSourceRange range);
void clang_getFileLocation(
    CXSourceLocation location, CXFile *file, unsigned *line, unsigned *column, unsigned *offset);

void clang_tokenize(CXTranslationUnit unit, CXSourceRange range, CXToken **tokens, unsigned *count);
enum CXTokenKind clang_getTokenKind(CXToken token);
CXSourceRange clang_getTokenExtent(CXTranslationUnit unit, CXToken token);
void clang_disposeTokens(CXTranslationUnit unit, CXToken *tokens, unsigned count);

#endif
