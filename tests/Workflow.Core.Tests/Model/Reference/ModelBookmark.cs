namespace Workflow.Core.Tests.Model.Reference;

/// <summary>A bookmark of the interpreter; null as a name: known by its object.</summary>
internal sealed class ModelBookmark(string? name, Instance owner, BookmarkOptions options, bool hasCallback)
{
    public string? Name => name;

    public Instance Owner => owner;

    public bool HasCallback => hasCallback;

    public bool IsBlocking => !options.HasFlag(BookmarkOptions.NonBlocking);

    public bool IsSingle => !options.HasFlag(BookmarkOptions.MultipleResume);

    /// <summary>Whether it is the one that is meant: one with a name by its name, another by its object (rule 8.1).</summary>
    public bool IsMeantBy(ModelBookmark other) => Name is null ? ReferenceEquals(this, other) : Name == other.Name;
}
