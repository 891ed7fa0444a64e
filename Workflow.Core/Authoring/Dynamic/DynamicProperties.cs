using System.Collections.ObjectModel;

namespace Workflow;

/// <summary>The properties of one dynamic activity.</summary>
internal sealed class DynamicProperties : KeyedCollection<string, DynamicActivityProperty>
{
    /// <summary>Reports properties that cannot be declared. Returns false if there are any.</summary>
    /// <param name="metadata">Collects the errors.</param>
    /// <param name="reserved">The name of a property that the activity itself declares; null for none.</param>
    public bool Check(ActivityMetadata metadata, string? reserved)
    {
        int before = metadata.Declaration.Findings.Count;
        foreach (DynamicActivityProperty property in this)
        {
            if (string.IsNullOrEmpty(property.Name))
            {
                metadata.AddValidationError("A property has no name; set its Name.");
            }
            else if (property.Name == reserved)
            {
                metadata.AddValidationError($"A property is called '{reserved}', which the activity has itself; rename it.");
            }

            if (property.Type is null)
            {
                metadata.AddValidationError($"The property '{property.Name}' has no type; set its Type.");
            }
            else if (property.Value is { } value && !property.Type.IsInstanceOfType(value))
            {
                metadata.AddValidationError($"The property '{property.Name}' is a '{property.Type}' and cannot hold a '{value.GetType()}'.");
            }
        }

        return metadata.Declaration.Findings.Count == before;
    }

    protected override string GetKeyForItem(DynamicActivityProperty item)
    {
        ArgumentNullException.ThrowIfNull(item);
        return item.Name!;
    }
}
