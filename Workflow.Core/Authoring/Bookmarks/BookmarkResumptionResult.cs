namespace Workflow;

/// <summary>The result of a resumption (rule 8.4).</summary>
public enum BookmarkResumptionResult
{
    /// <summary>The callback will run.</summary>
    Success = 0,

    /// <summary>The bookmark is not outstanding.</summary>
    NotFound = 1,

    /// <summary>The bookmark cannot be resumed now.</summary>
    NotReady = 2,
}
