namespace Workflow.Extensions.Hosting;

/// <summary>The non-generic view of <see cref="WaitForBookmark{T}"/>, for code that inspects definitions without knowing the type of the value.</summary>
internal interface IBookmarkWait
{
    InArgument<string> BookmarkName { get; }

    InArgument<string>? Correlation { get; }
}
