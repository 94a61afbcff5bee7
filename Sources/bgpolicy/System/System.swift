/// The operating system apart from its files: processes, threads, streams and the environment. Only the files of this folder call system
/// functions for these purposes.
enum System {}
