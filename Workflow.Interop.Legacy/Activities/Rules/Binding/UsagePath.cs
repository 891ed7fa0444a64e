namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>
/// Paths of the members that rules read and change. Each name is followed by '/'. '*' in the position of the last name stands for everything below.
/// </summary>
internal static class UsagePath
{
    public const string This = "this/";

    private const char Separator = '/';
    private const string All = "*";

    /// <summary>Returns the path of a member; null if the path of the object is not known.</summary>
    public static string? Member(string? path, string name) => path is null || path.EndsWith('*') ? path : path + name + "/";

    /// <summary>Returns the path of everything below a path; null if the path is not known.</summary>
    public static string? Below(string? path) => path is null || path.EndsWith('*') ? path : path + All;

    /// <summary>Appends the names in an attribute to a path.</summary>
    public static string? Append(string? path, IEnumerable<string> names)
    {
        foreach (string name in names)
        {
            path = name == All ? Below(path) : Member(path, name);
        }

        return path;
    }

    public static string Normalize(string? path)
    {
        string text = (path ?? string.Empty).Trim();
        return text.EndsWith('*') || text.EndsWith(Separator) ? text : text + Separator;
    }

    public static string[] Names(string? path) => (path ?? string.Empty).Trim().TrimEnd(Separator).Split(Separator);

    /// <summary>Returns the problem of the path of an update, as the end of a sentence; null if there is none.</summary>
    public static string? ProblemOf(string? path, TypeScope scope)
    {
        string[] names = Names(path);
        return names[0] != "this"
            ? "does not begin with 'this'; write 'this', then names with '/' between them"
            : ProblemOf(names.Skip(1), scope.ThisType, scope.MemberType);
    }

    /// <summary>Returns the problem of a list of names that begins at a type, as the end of a sentence; null if there is none.</summary>
    public static string? ProblemOf(IEnumerable<string> names, Type type, Func<Type, string, Type?> memberType)
    {
        bool isEnded = false;
        foreach (string name in names)
        {
            if (isEnded)
            {
                return "has a name after '*'; write '*' as the last name only";
            }

            isEnded = name == All;
            if (!isEnded && memberType(type, name) is { } next)
            {
                type = next;
            }
            else if (!isEnded)
            {
                return $"names '{name}', which is no field or property of '{type}' here; correct the name";
            }
        }

        return null;
    }
}
