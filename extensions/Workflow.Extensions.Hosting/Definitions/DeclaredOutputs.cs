using System.ComponentModel;

namespace Workflow.Extensions.Hosting;

/// <summary>The types of the out arguments of a definition, by name, for converting stored outputs to objects.</summary>
internal static class DeclaredOutputs
{
    public static readonly IReadOnlyDictionary<string, Type> None = new Dictionary<string, Type>();

    /// <summary>Returns the public properties of the root that are out arguments. Arguments that an activity declares by code are not included.</summary>
    public static IReadOnlyDictionary<string, Type> Of(Activity root)
    {
        Dictionary<string, Type> types = [];
        foreach (PropertyDescriptor property in TypeDescriptor.GetProperties(root))
        {
            if (property.PropertyType is { IsConstructedGenericType: true } type
                && (type.GetGenericTypeDefinition() == typeof(OutArgument<>) || type.GetGenericTypeDefinition() == typeof(InOutArgument<>)))
            {
                types[property.Name] = type.GenericTypeArguments[0];
            }
        }

        return types;
    }
}
