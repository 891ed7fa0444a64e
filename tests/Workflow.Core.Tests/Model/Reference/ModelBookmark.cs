namespace Workflow.Core.Tests.Model.Reference;

/// <summary>A bookmark of the interpreter. If its name is null, its object identifies it.</summary>
internal sealed class ModelBookmark(string? name, Instance owner, BookmarkOptions options, bool hasCallback)
{
    public string? Name => name;

    public Instance Owner => owner;

    public bool HasCallback => hasCallback;

    public bool IsBlocking => !options.HasFlag(BookmarkOptions.NonBlocking);

    public bool IsSingle => !options.HasFlag(BookmarkOptions.MultipleResume);

    /// <summary>True if both are the same bookmark: compares named bookmarks by name, unnamed ones by reference (rule 8.1).</summary>
    public bool IsMeantBy(ModelBookmark other) => Name is null ? ReferenceEquals(this, other) : Name == other.Name;
}
