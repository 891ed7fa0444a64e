using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The types that a document can name. Names are looked up only here, and no assembly is loaded.</summary>
internal sealed class ProfileTypes(IEnumerable<Type> known)
{
    private const string OldNamespace = "System.Workflow.", NewNamespace = "Workflow.Interop.Legacy.";
    private static readonly Assembly Own = typeof(Activity).Assembly;
    private static readonly Assembly Core = typeof(object).Assembly;
    private readonly Dictionary<string, Type> _known =
        known.DistinctBy(static type => type.FullName).ToDictionary(static type => type.FullName!, StringComparer.Ordinal);

    /// <summary>Returns the name of a type in a document.</summary>
    public static string NameOf(Type type) => $"{type.FullName}, {type.Assembly.GetName().Name}";

    /// <summary>
    /// Returns the type with the specified name; null if it is unknown. Everything after the full name, such as the version of an assembly, is ignored.
    /// </summary>
    public Type? Find(string name)
    {
        string fullName = name.Split(',', 2)[0].Trim();
        if (_known.TryGetValue(fullName, out Type? found))
        {
            return found;
        }

        // The name of a constructed generic type contains the names of further assemblies.
        if (fullName.Length == 0 || !fullName.All(static letter => char.IsLetterOrDigit(letter) || letter is '_' or '.' or '+' or '`'))
        {
            return null;
        }

        string ownName = fullName.StartsWith(OldNamespace, StringComparison.Ordinal) ? NewNamespace + fullName[OldNamespace.Length..] : fullName;
        return Visible(Own.GetType(ownName, throwOnError: false)) ?? Visible(Core.GetType(fullName, throwOnError: false));
    }

    private static Type? Visible(Type? type) => type is { IsVisible: true } ? type : null;
}
