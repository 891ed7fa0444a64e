namespace Workflow.Extensions.Hosting;

/// <summary>What the waits for values of all types have in common, for a reader of definitions who does not know the type.</summary>
internal interface IBookmarkWait
{
    InArgument<string> BookmarkName { get; }

    InArgument<string>? Correlation { get; }
}
