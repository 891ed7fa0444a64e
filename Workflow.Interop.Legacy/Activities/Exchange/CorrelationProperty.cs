namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The value of a correlation parameter.</summary>
[Serializable]
public class CorrelationProperty
{
    /// <summary>Creates a value.</summary>
    /// <param name="name">The name of the parameter.</param>
    /// <param name="value">The value of the parameter. Values are compared with <see cref="object.Equals(object, object)"/>.</param>
    public CorrelationProperty(string name, object? value)
    {
        Name = name;
        Value = value;
    }

    /// <summary>The name of the parameter.</summary>
    public string Name { get; }

    /// <summary>The value.</summary>
    public object? Value { get; }
}
