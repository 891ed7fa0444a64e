using System.Collections.ObjectModel;

namespace Workflow;

/// <summary>An activity whose properties are created at run time.</summary>
public interface IDynamicActivity
{
    /// <summary>The name of the type that the activity represents.</summary>
    string? Name { get; set; }

    /// <summary>The properties by name.</summary>
    KeyedCollection<string, DynamicActivityProperty> Properties { get; }
}
