namespace OrderApproval;

/// <summary>What the process tells its caller.</summary>
internal static class ExitCode
{
    public const int Success = 0;
    public const int WrongUsage = 1;
    public const int LinesRefused = 2;

    /// <summary>What shells use for a process that Ctrl+C ended.</summary>
    public const int Canceled = 130;
}
