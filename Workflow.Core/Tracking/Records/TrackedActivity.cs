namespace Workflow.Tracking;

/// <summary>The description of an activity of a definition in records. It is created once, and all records about its instances share it.</summary>
internal sealed class TrackedActivity
{
    private readonly Type? _type;
    private string? _typeName;

    public TrackedActivity(string name, string id, Type type)
    {
        Name = name;
        Id = id;
        _type = type;
    }

    public TrackedActivity(string name, string id, string typeName)
    {
        Name = name;
        Id = id;
        _typeName = typeName;
    }

    public string Name { get; }

    public string Id { get; }

    /// <summary>Created on first use: the name of a generic type is long, and few profiles use it.</summary>
    public string TypeName => _typeName ??= _type!.FullName ?? _type.Name;
}
