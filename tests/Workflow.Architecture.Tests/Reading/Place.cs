namespace Workflow.Architecture.Tests.Reading;

/// <summary>Where a type's source lies: the folder under its project, '/' between its parts; empty for the project's own folder.</summary>
internal readonly record struct Place(string Folder)
{
    /// <summary>The first part of the folder.</summary>
    public string Room => Part(0);

    /// <summary>The second part; empty where there is none.</summary>
    public string Family => Part(1);

    public static Place Of(string path) => new(path[..Math.Max(path.LastIndexOf('/'), 0)]);

    public override string ToString() => Folder;

    private string Part(int index) => Folder.Split('/').ElementAtOrDefault(index) ?? string.Empty;
}
