namespace Workflow.Architecture.Tests.Reading;

/// <summary>Where a type's source lies: the first and second folder under its project; empty strings where there is none.</summary>
internal readonly record struct Place(string Room, string Family)
{
    public static Place Of(string path)
    {
        string[] parts = path.Split('/');
        return new Place(parts.Length > 1 ? parts[0] : string.Empty, parts.Length > 2 ? parts[1] : string.Empty);
    }

    public override string ToString() => Family.Length == 0 ? Room : $"{Room}/{Family}";
}
