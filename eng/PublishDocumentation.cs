// A build task, compiled by eng/Package.targets. It is limited to the API of .NET Standard 2.0.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

/// <summary>
/// Prepares the documentation file of an assembly for users. The compiler also writes members that are not public, and the source cites a rule by its number
/// alone. The task removes the members that users cannot see, and adds the name of the page with the rules to each citation.
/// </summary>
public sealed class PublishDocumentation : Task
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly Regex Citation = new Regex(@"\brules?\s+\d+(\.\d+)*((, | and | to )\d+(\.\d+)*)*(?! of )");

    /// <summary>
    /// The loaded assemblies by name. Each assembly is loaded once: the types of two copies are different types, and do not implement each other's interfaces.
    /// </summary>
    private readonly Dictionary<string, Assembly> _resolved = new Dictionary<string, Assembly>();

    [Required]
    public string AssemblyFile { get; set; }

    [Required]
    public string DocumentationFile { get; set; }

    /// <summary>The paths of the assemblies that the assembly is compiled against.</summary>
    public string[] References { get; set; } = new string[0];

    /// <summary>The page that contains the rules.</summary>
    [Required]
    public string RulesPage { get; set; }

    public override bool Execute()
    {
        HashSet<string> visible = new HashSet<string>(VisibleMembers());
        XDocument document = XDocument.Load(DocumentationFile, LoadOptions.PreserveWhitespace);
        foreach (XElement member in document.Descendants("member").ToArray())
        {
            if (!visible.Contains((string)member.Attribute("name")))
            {
                (member.PreviousNode as XText)?.Remove();
                member.Remove();
                continue;
            }

            foreach (XText text in member.DescendantNodes().OfType<XText>())
            {
                text.Value = Citation.Replace(text.Value, "$0 of " + RulesPage);
            }
        }

        document.Save(DocumentationFile, SaveOptions.DisableFormatting);
        return true;
    }

    private IEnumerable<string> VisibleMembers()
    {
        // Loaded from bytes, because a build server keeps a loaded file, and would return it for the next assembly of the same name.
        AppDomain.CurrentDomain.AssemblyResolve += Resolve;
        try
        {
            return Assembly.Load(File.ReadAllBytes(AssemblyFile)).GetTypes().Where(IsVisible).SelectMany(MembersOf).ToArray();
        }
        finally
        {
            AppDomain.CurrentDomain.AssemblyResolve -= Resolve;
        }
    }

    private Assembly Resolve(object sender, ResolveEventArgs args)
    {
        string name = new AssemblyName(args.Name).Name;
        if (!_resolved.TryGetValue(name, out Assembly resolved))
        {
            string file = InAspNetCore(name) ?? References.FirstOrDefault(reference => Path.GetFileNameWithoutExtension(reference) == name);
            resolved = file == null ? null : Assembly.Load(File.ReadAllBytes(file));
            _resolved.Add(name, resolved);
        }

        return resolved;
    }

    /// <summary>
    /// Returns the path of an assembly of the ASP.NET Core shared framework, which is next to the framework that runs this task; null if there is none.
    /// Packages compile against reference assemblies, which cannot be loaded.
    /// </summary>
    private static string InAspNetCore(string name)
    {
        string shared = Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location), "..", "..", "Microsoft.AspNetCore.App");
        return Directory.Exists(shared)
            ? Directory.GetDirectories(shared)
                .OrderByDescending(folder => folder, StringComparer.Ordinal)
                .Select(folder => Path.Combine(folder, name + ".dll"))
                .FirstOrDefault(File.Exists)
            : null;
    }

    private static bool IsVisible(Type type) =>
        type.IsNested ? (type.IsNestedPublic || type.IsNestedFamily || type.IsNestedFamORAssem) && IsVisible(type.DeclaringType) : type.IsPublic;

    private static bool IsVisible(MethodBase method) => method != null && (method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly);

    private static IEnumerable<string> MembersOf(Type type)
    {
        string name = type.FullName.Replace('+', '.');
        yield return "T:" + name;
        foreach (FieldInfo field in type.GetFields(Declared).Where(field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly))
        {
            yield return "F:" + name + "." + field.Name;
        }

        foreach (PropertyInfo property in type.GetProperties(Declared).Where(property => IsVisible(property.GetMethod) || IsVisible(property.SetMethod)))
        {
            yield return "P:" + name + "." + property.Name + Parameters(property.GetIndexParameters());
        }

        foreach (EventInfo item in type.GetEvents(Declared).Where(item => IsVisible(item.AddMethod)))
        {
            yield return "E:" + name + "." + item.Name;
        }

        foreach (MethodBase method in type.GetConstructors(Declared).Concat<MethodBase>(type.GetMethods(Declared)).Where(IsVisible))
        {
            string arity = method.IsGenericMethod ? "``" + method.GetGenericArguments().Length : string.Empty;
            string result = method.Name == "op_Implicit" || method.Name == "op_Explicit" ? "~" + Name(((MethodInfo)method).ReturnType) : string.Empty;
            yield return "M:" + name + "." + method.Name.Replace('.', '#') + arity + Parameters(method.GetParameters()) + result;
        }
    }

    private static string Parameters(ParameterInfo[] parameters) =>
        parameters.Length == 0 ? string.Empty : "(" + string.Join(",", parameters.Select(parameter => Name(parameter.ParameterType))) + ")";

    /// <summary>Returns the name of a type as documentation files write it in a signature.</summary>
    private static string Name(Type type)
    {
        if (type.IsGenericParameter)
        {
            return (type.DeclaringMethod == null ? "`" : "``") + type.GenericParameterPosition;
        }

        if (type.HasElementType)
        {
            string suffix = type.IsByRef ? "@"
                : type.IsPointer ? "*"
                : type.GetArrayRank() == 1 ? "[]"
                : "[" + string.Join(",", Enumerable.Repeat("0:", type.GetArrayRank())) + "]";
            return Name(type.GetElementType()) + suffix;
        }

        string outer = type.IsNested ? Name(type.DeclaringType) : type.Namespace;
        string own = type.Name.Split('`')[0];
        Type[] arguments = type.GetGenericArguments().Skip(type.DeclaringType == null ? 0 : type.DeclaringType.GetGenericArguments().Length).ToArray();
        return outer + "." + own + (arguments.Length == 0 ? string.Empty : "{" + string.Join(",", arguments.Select(Name)) + "}");
    }
}
