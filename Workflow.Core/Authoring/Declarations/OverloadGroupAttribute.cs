namespace Workflow;

/// <summary>Adds an argument to a named overload group. Exactly one group must be configured (rule 12.10). Can be applied several times.</summary>
[AttributeUsage(AttributeTargets.Property, AllowMultiple = true)]
public sealed class OverloadGroupAttribute : Attribute
{
    /// <summary>Initializes the attribute without a group name; set <see cref="GroupName"/>.</summary>
    public OverloadGroupAttribute()
    {
    }

    /// <summary>Initializes the attribute.</summary>
    /// <param name="groupName">The name of the group.</param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public OverloadGroupAttribute(string groupName)
    {
        ArgumentException.ThrowIfNullOrEmpty(groupName);
        GroupName = groupName;
    }

    /// <summary>The name of the group; empty until set.</summary>
    public string GroupName { get; set; } = string.Empty;

    /// <inheritdoc/>
    public override object TypeId => this;
}
