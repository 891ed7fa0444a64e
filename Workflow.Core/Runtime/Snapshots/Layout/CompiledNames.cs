using System.Globalization;
using System.Reflection;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Names for the methods that the C# compiler creates for lambdas and local functions. The compiler's own names contain numbers that change when a method is
/// added anywhere in the class. A local function keeps its name. A lambda is named by its method, its position among the lambdas of the method, and their
/// number, so that a saved name does not match another lambda after one was added or removed. Other methods keep their names.
/// </summary>
internal static class CompiledNames
{
    private const string Lambda = ">b__", Local = ">g__";

    private const char Opening = '<', LocalEnd = '|';

    /// <param name="method">The method.</param>
    /// <param name="methods">All methods of its class.</param>
    public static string Of(MethodInfo method, MethodInfo[] methods)
    {
        if (method.Name[0] != Opening)
        {
            return method.Name;
        }

        int local = method.Name.IndexOf(Local, StringComparison.Ordinal);
        int end = method.Name.IndexOf(LocalEnd, StringComparison.Ordinal);
        if (local > 0 && end > local)
        {
            return method.Name[..end];
        }

        int lambda = method.Name.IndexOf(Lambda, StringComparison.Ordinal);
        return lambda > 0 ? Position(method, methods, method.Name[..(lambda + Lambda.Length)]) : method.Name;
    }

    public static bool IsNamed(MethodInfo method, string name, MethodInfo[] methods) =>
        method.Name[0] != Opening ? method.Name == name : name.StartsWith(Opening) && Of(method, methods) == name;

    private static string Position(MethodInfo method, MethodInfo[] methods, string prefix)
    {
        MethodInfo[] lambdas =
        [
            .. methods.Where(other => other.Name.StartsWith(prefix, StringComparison.Ordinal))
                .OrderBy(other => NumberAt(other.Name[prefix.Length..], 0))
                .ThenBy(other => NumberAt(other.Name[prefix.Length..], 1)),
        ];
        return string.Create(CultureInfo.InvariantCulture, $"{prefix}{Array.IndexOf(lambdas, method) + 1} of {lambdas.Length}");
    }

    /// <summary>
    /// Returns a number in the name of a lambda: at position 0 that of the method in its class, at position 1 that of the lambda in the method.
    /// </summary>
    private static int NumberAt(string numbers, int position)
    {
        string[] parts = numbers.Split('_');
        return position < parts.Length && int.TryParse(parts[position], NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0;
    }
}
