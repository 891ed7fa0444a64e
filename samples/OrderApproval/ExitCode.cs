namespace OrderApproval;

/// <summary>The exit codes of the process.</summary>
internal static class ExitCode
{
    public const int Success = 0;
    public const int WrongUsage = 1;
    public const int LinesRefused = 2;

    /// <summary>The database with the orders cannot be used.</summary>
    public const int StoreFailed = 3;

    /// <summary>The code that shells use for a process that Ctrl+C ended.</summary>
    public const int Canceled = 130;
}
