using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The types that a document can name. A name is only ever looked up here; no assembly is loaded for it.</summary>
internal sealed class ProfileTypes(IEnumerable<Type> known)
{
    private const string OldNamespace = "System.Workflow.", NewNamespace = "Workflow.Interop.Legacy.";
    private static readonly Assembly Own = typeof(Activity).Assembly;
    private static readonly Assembly Core = typeof(object).Assembly;
    private readonly Dictionary<string, Type> _known = known.DistinctBy(static type => type.FullName).ToDictionary(static type => type.FullName!, StringComparer.Ordinal);

    /// <summary>The name of a type in a document.</summary>
    public static string NameOf(Type type) => $"{type.FullName}, {type.Assembly.GetName().Name}";

    /// <summary>The type with a name; null if it is not known. What is after the full name, such as the version of an assembly, has no meaning.</summary>
    public Type? Find(string name)
    {
        string fullName = name.Split(',', 2)[0].Trim();
        if (_known.TryGetValue(fullName, out Type? found))
        {
            return found;
        }

        // A constructed type has the names of further assemblies in its name.
        if (fullName.Length == 0 || !fullName.All(static letter => char.IsLetterOrDigit(letter) || letter is '_' or '.' or '+' or '`'))
        {
            return null;
        }

        string ownName = fullName.StartsWith(OldNamespace, StringComparison.Ordinal) ? NewNamespace + fullName[OldNamespace.Length..] : fullName;
        return Visible(Own.GetType(ownName, throwOnError: false)) ?? Visible(Core.GetType(fullName, throwOnError: false));
    }

    private static Type? Visible(Type? type) => type is { IsVisible: true } ? type : null;
}
