namespace Workflow.Tracking;

/// <summary>An activity of a definition as records name it: made once, shared by all records about any of its runs.</summary>
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

    /// <summary>Made when it is asked for: the name of a generic type is long, and few profiles look at it.</summary>
    public string TypeName => _typeName ??= _type!.FullName ?? _type.Name;
}
